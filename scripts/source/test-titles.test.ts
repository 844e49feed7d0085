import { describe, expect, it } from "vitest";
import { findTestTitles } from "./test-titles.ts";

describe("findTestTitles", () => {
  it.each([
    ['it("opens", () => {});'],
    ["test('opens', () => {});"],
    ["describe(`opens`, () => {});"],
    ['it.concurrent("opens", run);'],
    ['it.each([["a"], [f(1)]])("opens", run);'],
    ['it.each`a | b\n\u0024{"x"} | \u0024{"y"}`("opens", run);'],
    ['test.describe("opens", () => {});'],
  ])("reads %j", (source) => {
    expect(findTestTitles(source).titles).toEqual([{ title: "opens", line: 1 }]);
  });

  it.each([
    ['// it("opens")'],
    ['const code = `it("opens", () => {});`;'],
    ['suite.it("opens");'],
    ['test.use({ name: "opens" });'],
    ["const test = opens;"],
  ])("finds none in %j", (source) => {
    expect(findTestTitles(source).titles).toEqual([]);
  });

  it.each([
    ['it.skip("opens", run);', "it.skip"],
    ['describe.only("opens", run);', "describe.only"],
    ['test.describe.fixme("opens", run);', "test.fixme"],
    ['it.todo("opens");', "it.todo"],
    ["test.skip();", "test.skip"],
  ])("reports the modifier in %j", (source, modifier) => {
    expect(findTestTitles(source).disabling).toEqual([{ modifier, line: 1 }]);
  });
});
