import { describe, expect, it } from "vitest";
import { testServer } from "../../test-server.ts";
import { createDocumentedSite } from "./documented-site.ts";

const { tables, make } = await createDocumentedSite(await testServer());

describe.each(tables)("the documents' calls on %s", (_, calls) => {
  it.each(calls)("$title is accepted", async (call) => {
    const { status, body } = await make(call);
    expect(status, body).toBeOneOf([200, 201, 204]);
  });
});
