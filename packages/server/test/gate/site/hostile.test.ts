import { api } from "@gatehouse/contract/api";
import type { Endpoint, EndpointKey } from "@gatehouse/contract/endpoint";
import { toContractWords } from "@gatehouse/contract/wording";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { testServer } from "../../test-server.ts";
import { entities } from "./samples.ts";

const server = await testServer();

function rules(key: EndpointKey): z.ZodType {
  const { body } = (api as Record<string, Endpoint>)[key] ?? {};
  if (!(body instanceof z.ZodType)) throw new Error(`${key} has no body schema`);
  return body;
}

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    "",
    " ",
    "\u0000",
    "'; drop table lanes; --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "\ud800",
    "𝒰𝓃𝒾",
    "../../etc/passwd",
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    { constructor: { prototype: {} } },
  ),
  fc.string({ maxLength: 400 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A valid draft with some fields, at either depth, replaced or left out. */
const mutated = (draft: () => Record<string, unknown>) =>
  fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean(), hostile), { minLength: 1, maxLength: 3 }).map((changes) => {
    const body = structuredClone(draft());
    for (const [outer, inner, isGone, value] of changes) {
      const info = body.additionalInfo as Record<string, unknown> | undefined;
      const target = typeof info === "object" && info !== null && inner % 2 === 0 ? info : body;
      const names = Object.keys(target);
      const name = names[outer % names.length] ?? "name";
      if (isGone) delete target[name];
      // A copy, because later changes may modify it and the next run needs the original.
      else target[name] = structuredClone(value);
    }
    return body;
  });

type Fields = Record<string, unknown>;

const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** The body as the server understands it: in the contract's words, locked fields filled in from the record. */
function toUnderstood(key: EndpointKey, body: unknown, stored: Fields): unknown {
  const converted = toContractWords(rules(key), body);
  if (typeof converted !== "object" || converted === null || Array.isArray(converted)) return converted;
  const { locked = [] } = (api as Record<string, Endpoint>)[key] ?? {};
  const missing = locked.filter((name) => isEmpty((converted as Fields)[name]));
  return { ...converted, ...Object.fromEntries(missing.map((name) => [name, stored[name]])) };
}

const checkResponse = async (key: EndpointKey, body: unknown, stored: Fields) => {
  const { status, body: answer } = await server.call<{ errors?: { path: string }[] }>(key, {
    params: { id: stored.id },
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const isGood = [body, toUnderstood(key, body, stored)].some((one) => rules(key).safeParse(one).success);
  // A valid body may still reference a missing record or a value in use.
  const allowed = isGood ? [200, 201, 400, 409] : [400];
  expect(allowed, `${status} for ${JSON.stringify(body)}`).toContain(status);
  return { status, answer };
};

/** The JSON parser itself rejects bodies that name a prototype, before any field is checked. */
const isPoisoned = (body: unknown) => /"(constructor|__proto__)":/.test(JSON.stringify(body));

const expectNamedField = ({ status, answer }: Awaited<ReturnType<typeof checkResponse>>, body: unknown) =>
  expect(status !== 400 || isPoisoned(body) || (answer.errors ?? []).length > 0).toBe(true);

// The long run tries more.
const numRuns = process.env.TEST_RUN === "long" ? 60 : 15;

describe.each(entities)("hostile values for a $name", ({ draft, create, change }) => {
  it("BARRIER-2 BUZZER-1 GATE-1 LANE-1 TVM-1 LOOP-1 READER-1 DISP-2 are stored only when they are valid (create)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated(draft), hostile), async (body) => {
        expectNamedField(await checkResponse(create, body, {}), body);
      }),
      { numRuns },
    );
  });

  it("BARRIER-2 BUZZER-1 GATE-1 LANE-1 TVM-1 LOOP-1 READER-1 DISP-2 are stored only when they are valid (update)", async () => {
    const { body: stored } = await server.call<Fields>(create, { body: draft() });
    await fc.assert(
      fc.asyncProperty(mutated(draft), async (fields) => {
        expectNamedField(await checkResponse(change, fields, stored), fields);
      }),
      { numRuns },
    );
  });
});
