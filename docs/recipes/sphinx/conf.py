import os

project = "Figures in Sphinx"
extensions = ["sphinxcontrib.kroki"]
kroki_url = os.environ.get("FLEET", "http://localhost:8080")
kroki_output_format = "svg"
