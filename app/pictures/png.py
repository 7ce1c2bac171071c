"""Pictures as PNG, for whoever cannot show SVG."""

import resvg_py

ZOOM = 2  # dots for each unit of the SVG: sharp on screens of today and on paper


def to_png(svg: str, zoom: int = ZOOM) -> bytes:
    """The bytes of a PNG that shows an SVG of this room. The machine's fonts are looked for only if text needs them."""
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts="<text" not in svg)
