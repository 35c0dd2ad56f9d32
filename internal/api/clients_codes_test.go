package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
	"testing"
)

// clientVersion is the version of the SDKs.
func clientVersion() string {
	text, err := os.ReadFile("../../clients/VERSION")
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(text))
}

const goGenerated = "// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; " +
	"DO NOT EDIT.\n\n"

func goVersion([]byte) []byte {
	return fmt.Appendf(nil, "%spackage client\n\n// Version is the version of this package, which the header User-Agent has.\n"+
		"const Version = %q\n", goGenerated, clientVersion())
}

func pythonVersion([]byte) []byte {
	return fmt.Appendf(nil, "# %s\n\"\"\"The version of this package, which the header User-Agent has.\"\"\"\n\n__version__ = %q\n",
		generatedNote, clientVersion())
}

func typeScriptVersion([]byte) []byte {
	return fmt.Appendf(nil, "// %s\n\n/** The version of this package, which the header User-Agent has. */\nexport const version = %q;\n",
		generatedNote, clientVersion())
}

// TestVersionsOfClientsAgree: one file has the version of all SDKs, and their packages have it too.
func TestVersionsOfClientsAgree(t *testing.T) {
	for path, pattern := range map[string]string{
		"../../clients/python/pyproject.toml": `(?m)^version = "(.*)"$`, "../../clients/typescript/package.json": `(?m)^  "version": "(.*)",$`,
	} {
		text, err := os.ReadFile(path)
		if found := regexp.MustCompile(pattern).FindSubmatch(text); err != nil || found == nil || string(found[1]) != clientVersion() {
			t.Errorf("%s has the version %q, want %s of clients/VERSION: %v", path, found, clientVersion(), err)
		}
	}
}

// problemCode is a code of an error, and what it says in English.
type problemCode struct{ Code, English string }

func problemCodes() (codes []problemCode) {
	text, err := os.ReadFile("../problem/codes.json")
	if err != nil {
		panic(err)
	}
	var groups []struct{ Codes []problemCode }
	if err := json.Unmarshal(text, &groups); err != nil {
		panic(err)
	}
	for _, group := range groups {
		codes = append(codes, group.Codes...)
	}
	return codes
}

func goCodes([]byte) []byte {
	var out bytes.Buffer
	out.WriteString(goGenerated + "package client\n\n// Code says what is wrong. A code keeps its meaning and its arguments. " +
		"A later server may have others.\ntype Code string\n\n// The codes, and what they say in English.\nconst (\n")
	for _, c := range problemCodes() {
		fmt.Fprintf(&out, "%sCode%s Code = %q\n", goComment(oneLine(c.English)), pascal(c.Code), c.Code)
	}
	out.WriteString(")\n")
	text, err := format.Source(out.Bytes())
	if err != nil {
		panic(err)
	}
	return text
}

func pythonCodes([]byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n# ruff: noqa: E501\n\"\"\"The codes of errors.\"\"\"\n\nfrom enum import StrEnum\n\n\nclass Code(StrEnum):\n"+
		"    \"\"\"What is wrong. A code keeps its meaning and its arguments. A later server may have others: those are str.\"\"\"\n\n",
		generatedNote)
	for _, c := range problemCodes() {
		fmt.Fprintf(&out, "    %s = %q\n    %s\n", strings.ToUpper(c.Code), c.Code, pythonDocstring(oneLine(c.English)+docstringEnd(c.English)))
	}
	return out.Bytes()
}

// docstringEnd puts a space between a quotation mark at the end of a text and the quotation marks of the docstring.
func docstringEnd(text string) string {
	if strings.HasSuffix(text, `"`) {
		return " "
	}
	return ""
}

func typeScriptCodes([]byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "// %s\n\n/** What is wrong. A code keeps its meaning and its arguments. */\nexport const Code = {\n", generatedNote)
	for _, c := range problemCodes() {
		fmt.Fprintf(&out, "%s  %s: %q,\n", docComment("  ", oneLine(c.English)), camelCase(c.Code), c.Code)
	}
	out.WriteString("} as const;\n\n/** A code; a later server may have others. */\n" +
		"export type Code = (typeof Code)[keyof typeof Code] | (string & {});\n")
	return out.Bytes()
}
