"""Checks requests and responses against an OpenAPI document, as far as the connections need it."""

import json
import re
import urllib.parse


class OpenAPI:
    def __init__(self, path, prefix):
        with open(path, encoding="utf-8") as file:
            self.document = json.load(file)
        self.prefix = prefix

    def resolve(self, part):
        while "$ref" in part:
            found = self.document
            for name in part["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            part = found
        return part

    def operation(self, method, path):
        """The operation of a request; None if the document has none."""
        path = path.removeprefix(self.prefix)
        for template, operations in self.document["paths"].items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path) and method.lower() in operations:
                return operations[method.lower()]
        return None

    def problem_of_request(self, method, target, body):
        """What is wrong with a request; None if it is documented."""
        path, _, query = target.partition("?")
        operation = self.operation(method, path)
        if operation is None:
            return f"no {method} {path}"
        known = {part["name"]: part["schema"] for part in map(self.resolve, operation.get("parameters", []))
                 if part["in"] == "query"}
        for name, value in urllib.parse.parse_qsl(query):
            if name not in known:
                return f"unknown parameter {name}"
            schema = self.resolve(known[name])
            if schema.get("type") in ("number", "integer") and not value.isdigit():
                return f"{name} is {value}"
            if schema.get("type") == "boolean" and value not in ("true", "false"):
                return f"{name} is {value}"
            if "enum" in schema and value not in schema["enum"]:
                return f"{name} is {value}"
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            return self.problem(body, schema, "body", isStrict=True)
        return f"{method} {path} takes no content" if body is not None else None

    def problem_of_response(self, method, target, status, body):
        """What is wrong with a response; None if it is as documented."""
        operation = self.operation(method, target.partition("?")[0])
        if operation is None or status >= 400:
            return None
        found = operation["responses"].get(str(status))
        if found is None:
            return f"status {status}"
        content = self.resolve(found).get("content", {}).get("application/json")
        return self.problem(body, content["schema"], "response") if content else None

    def problem(self, value, schema, where, isStrict=False):
        schema = self.resolve(schema)
        if value is None:
            return None if schema.get("nullable") or None in schema.get("enum", []) else f"{where} is null"
        if "oneOf" in schema:
            problems = [self.problem(value, part, where, isStrict) for part in schema["oneOf"]]
            return None if None in problems else problems[0]
        kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
        kind = schema.get("type")
        if kind and not isinstance(value, kinds[kind]):
            return f"{where} is {value!r}, not {kind}"
        if "enum" in schema and value not in schema["enum"]:
            return f"{where} is {value!r}"
        if kind == "object":
            properties = schema.get("properties", {})
            for name in schema.get("required", []):
                if name not in value:
                    return f"{where}.{name} is missing"
            for name, member in value.items():
                if name in properties:
                    if problem := self.problem(member, properties[name], f"{where}.{name}", isStrict):
                        return problem
                elif isStrict:
                    return f"{where}.{name} is unknown"
        if kind == "array":
            for member in value:
                if problem := self.problem(member, schema["items"], f"{where}[]", isStrict):
                    return problem
        return None
