"""A data set for DuckDB, Polars, Spark and their like: three tables in Parquet files, a folder a year."""
