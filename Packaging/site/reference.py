"""Makes the reference of the HTTP API from its OpenAPI document."""

METHODS = ("get", "put", "post", "patch", "delete")
GROUPS = (
    ("/api/v1", "tagflow"), ("/linkding", "linkding's API"), ("/v1", "Pinboard's API"), ("", "Other addresses"),
)


def cell(text):
    return " ".join(str(text).split()).replace("|", "\\|").replace("<", "&lt;")


def kind(schema):
    """A schema in a few words."""
    if "$ref" in schema:
        return "`" + schema["$ref"].rpartition("/")[2] + "`"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(kind(part) for part in schema[several]))
    if "enum" in schema:
        return " · ".join(f'`{value or chr(34) * 2}`' for value in schema["enum"])
    if schema.get("type") == "array":
        return "list of " + kind(schema.get("items", {}))
    name = schema.get("type", "any value")
    name = " or ".join(name) if isinstance(name, list) else name
    least, most = (schema.get(f"{end}{part}") for end in ("min", "max") for part in ("imum",))
    if least is not None or most is not None:
        name += f", {least if least is not None else ''}–{most if most is not None else ''}"
    return name


def fields(schema, required=()):
    rows = ["| field | type | meaning |", "| --- | --- | --- |"]
    needed = set(schema.get("required", required))
    for name, value in schema.get("properties", {}).items():
        rows.append(f"| `{name}`{' (required)' if name in needed else ''} | {cell(kind(value))} | {cell(value.get('description', ''))} |")
    return rows


def operation(method, path, content):
    # Every path begins with a slash; so headings differ from method to method.
    lines = [f"### `{method.upper()} {path}`", "", content.get("summary", "").rstrip(".") + ".", "", content.get("description", ""), ""]
    parameters = content.get("parameters", [])
    if parameters:
        lines += ["| parameter | in | type | meaning |", "| --- | --- | --- | --- |"]
        for parameter in parameters:
            name = f"`{parameter['name']}`" + (" (required)" if parameter.get("required") else "")
            lines.append(f"| {name} | {parameter['in']} | {cell(kind(parameter['schema']))} | {cell(parameter.get('description', ''))} |")
        lines.append("")
    for media, body in content.get("requestBody", {}).get("content", {}).items():
        lines += [f"Body, `{media}`:", ""]
        schema = body.get("schema", {})
        lines += (fields(schema) if schema.get("properties") else [cell(kind(schema)) + "."]) + [""]
    statuses = [f"{status}{': ' + cell(response['description']) if response.get('description') else ''}" for status, response in content.get("responses", {}).items()
                if "$ref" not in response]
    return lines + ["Responses: " + "; ".join(statuses) + ".", ""] if statuses else lines


def markdown(document):
    """The whole page."""
    lines = ["# HTTP reference", "", f"{document['info']['description']} [HTTP](http.md) describes how to sign in, pages of results, conditional requests and events.",
             "", "This page is made from the OpenAPI document, which every server has at `/openapi.json`; [client libraries](clients.md) can be generated from it.", ""]
    left = dict(document["paths"])
    for prefix, title in GROUPS:
        paths = [path for path in sorted(left) if path.startswith(prefix + "/") or path == prefix]
        lines += [f"## {title}", ""]
        for path in paths:
            item = left.pop(path)
            for method in METHODS:
                if method in item:
                    lines += operation(method, path, item[method])
    return "\n".join(lines) + "\n"
