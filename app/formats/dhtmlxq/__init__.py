"""DhtmlXQ: the boards of dpxq.com and of forums, as UBB tags, in frames, pages and scripts."""
