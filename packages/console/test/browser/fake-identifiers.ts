import type { Identifier, IdentifierOrigin } from "@gatehouse/contract/entities/identifier/identifier";
import { isLookAlike } from "@gatehouse/contract/fields/confusable";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { type FakeSite, invalidFields } from "./fake-site.ts";

/** Plates and tags are normalized, unique, compared with those that look alike, and listed by their source. */
export function answerIdentifiers(site: FakeSite): void {
  const find = (fits: (identifier: Identifier) => boolean) =>
    (site.rows("/ac/ids") as never as Identifier[]).filter((identifier) => fits(identifier));
  site.respond("GET /ac/ids", ({ query: { scope, page, size } }) => {
    const found = find(({ origin }) => origin === scope);
    return { data: found.slice(page * size, (page + 1) * size), total: found.length, page, size };
  });
  site.respond("POST /ac/ids", ({ body }) => {
    const iidNormalized = normalizeIdentifier(body.iid);
    if (find((other) => other.iidNormalized === iidNormalized).length > 0) {
      throw invalidFields([{ path: "iid", message: "This plate or tag already exists" }], "record/taken");
    }
    return addOf(site, "ADMIN", { ...body, lp: body.lp ? normalizeIdentifier(body.lp) : null } as never);
  });
  site.respond("GET /ac/ids/look-alikes", ({ query }) =>
    find(({ iidNormalized }) => isLookAlike(normalizeIdentifier(query.iid), iidNormalized)),
  );
}

/** Adds an identifier of a source. */
export const addOf = (
  site: FakeSite,
  origin: IdentifierOrigin,
  fields: Partial<Identifier> & { iid: string },
): Identifier =>
  site.add("POST /ac/ids", { vehicleType: "CAR", ...fields, iidNormalized: normalizeIdentifier(fields.iid), origin });
