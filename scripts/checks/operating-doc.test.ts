import { describe, expect, it } from "vitest";
import { checkOperatingDoc } from "./operating-doc.ts";

const environment = {
  PORT: { fallback: "8080", expects: "a number", description: "Port of the console." },
  DATABASE_URL: { fallback: null, expects: "an address", description: "Your own PostgreSQL." },
};
const port = "| `PORT` | `8080` | a number | Port of the console. |";
const url = "| `DATABASE_URL` | none | an address | Your own PostgreSQL. |";

describe("the table of environment variables", () => {
  it("accepts a manual with every row", () => {
    expect(checkOperatingDoc(`# Manual\n\n${port}\n${url}\n`, environment)).toEqual([]);
  });

  it("does not mind how the columns are padded", () => {
    expect(checkOperatingDoc(`${port.replaceAll(" |", "    |")}\n${url}`, environment)).toEqual([]);
  });

  it("names a row that is missing", () => {
    expect(checkOperatingDoc(port, environment)).toEqual([expect.stringContaining(`lacks the row  ${url}`)]);
  });

  it("names a row that says something else", () => {
    const old = "| `PORT` | `3000` | a number | Port of the console. |";
    expect(checkOperatingDoc(`${old}\n${url}`, environment)).toEqual([
      expect.stringContaining(`lacks the row  ${port}`),
      expect.stringContaining(old),
    ]);
  });

  it("names a row of a variable that is gone", () => {
    const gone = "| `HTTPS` | none | a flag | Serves HTTPS. |";
    expect(checkOperatingDoc(`${port}\n${url}\n${gone}`, environment)).toEqual([expect.stringContaining(gone)]);
  });
});
