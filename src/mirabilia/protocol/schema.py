"""Prints the JSON schema of the bot protocol: python -m mirabilia.protocol.schema > docs/bot-protocol.schema.json"""

from mirabilia.protocol.messages import schema_text

if __name__ == "__main__":
    print(schema_text(), end="")
