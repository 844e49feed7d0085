/** One piece of TypeScript that the checks care about; comments, white space and regular expressions are left out. */
export interface Token {
  readonly kind: "word" | "text" | "sign";
  readonly value: string;
  readonly line: number;
}

// After one of these a slash starts a regular expression; after anything else it divides (or closes a JSX tag).
const beforeRegex = new Set(["(", ",", "=", ":", "[", "!", "&", "|", "?", "{", ";", "+", "-", "*", "%", "~", "^", ">"]);
const wordsBeforeRegex = new Set(["return", "typeof", "case", "in", "of", "void", "delete", "throw", "await", "yield"]);

const wordStart = /[A-Za-z_$#\u0080-\uffff]/;
const wordPattern = /[\w$#\u0080-\uffff]+/y;
const numberPattern = /\d[\w.]*/y;

/**
 * Splits a source file into words, texts and signs. It is not a parser: it knows just enough (comments, strings,
 * templates, regular expressions) never to mistake the inside of a text for code. What it cannot close, such as an
 * apostrophe in JSX text, it passes over as an ordinary character.
 */
export function tokenize(source: string): Token[] {
  return readCode(source, 0, false).tokens;
}

interface Read {
  readonly tokens: Token[];
  readonly end: number;
}

function readCode(source: string, start: number, untilBrace: boolean, firstLine = 1): Read {
  const tokens: Token[] = [];
  let line = firstLine;
  let at = start;
  let depth = 0;

  const advance = (end: number) => {
    for (let i = at; i < end; i++) if (source[i] === "\n") line++;
    at = end;
  };

  while (at < source.length) {
    const char = source.charAt(at);
    if (/\s/.test(char)) {
      advance(at + 1);
      continue;
    }
    const comment = commentEnd(source, at);
    if (comment !== undefined) {
      advance(comment);
      continue;
    }
    if (char === "/" && startsRegex(tokens.at(-1))) {
      const end = regexEnd(source, at);
      if (end !== undefined) {
        // Stands in for the expression, so that what follows it divides.
        tokens.push({ kind: "sign", value: ")", line });
        advance(end);
        continue;
      }
    }
    if (char === '"' || char === "'") {
      const end = stringEnd(source, at, char);
      if (end !== undefined) tokens.push({ kind: "text", value: plain(source.slice(at + 1, end - 1)), line });
      advance(end ?? at + 1);
      continue;
    }
    if (char === "`") {
      const template = readTemplate(source, at, line);
      if (template !== undefined) tokens.push(...template.tokens);
      advance(template?.end ?? at + 1);
      continue;
    }
    if (wordStart.test(char)) {
      const end = matchEnd(wordPattern, source, at);
      tokens.push({ kind: "word", value: source.slice(at, end), line });
      at = end;
      continue;
    }
    if (/\d/.test(char)) {
      const end = matchEnd(numberPattern, source, at);
      tokens.push({ kind: "word", value: source.slice(at, end), line });
      at = end;
      continue;
    }
    if (char === "{") depth++;
    if (char === "}") {
      if (untilBrace && depth === 0) return { tokens, end: at };
      depth--;
    }
    tokens.push({ kind: "sign", value: char, line });
    at++;
  }
  return { tokens, end: untilBrace ? -1 : at };
}

/** A template becomes one text with its expressions left out, followed by the tokens of those expressions. */
function readTemplate(source: string, start: number, firstLine: number): Read | undefined {
  let text = "";
  let line = firstLine;
  const inner: Token[] = [];
  for (let at = start + 1; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === "`") return { tokens: [{ kind: "text", value: text, line: firstLine }, ...inner], end: at + 1 };
    if (char === "\n") line++;
    if (char === "\\") {
      text += source.charAt(at + 1);
      at++;
    } else if (char === "$" && source[at + 1] === "{") {
      const expression = readCode(source, at + 2, true, line);
      if (expression.end < 0) return undefined;
      inner.push(...expression.tokens);
      for (let i = at; i < expression.end; i++) if (source[i] === "\n") line++;
      at = expression.end;
    } else {
      text += char;
    }
  }
  return undefined;
}

function commentEnd(source: string, at: number): number | undefined {
  if (source.startsWith("//", at)) {
    const end = source.indexOf("\n", at);
    return end < 0 ? source.length : end;
  }
  if (!source.startsWith("/*", at)) return undefined;
  const end = source.indexOf("*/", at + 2);
  return end < 0 ? undefined : end + 2;
}

function startsRegex(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === "word") return wordsBeforeRegex.has(previous.value);
  return previous.kind === "sign" && beforeRegex.has(previous.value);
}

function regexEnd(source: string, start: number): number | undefined {
  let inClass = false;
  for (let at = start + 1; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === "\n") return undefined;
    if (char === "\\") at++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return at + 1;
  }
  return undefined;
}

function stringEnd(source: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === "\n") return undefined;
    if (char === "\\") at++;
    else if (char === quote) return at + 1;
  }
  return undefined;
}

function plain(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

function matchEnd(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(source);
  return pattern.lastIndex;
}
