import { type Provider, provider, providerDraft, providerEndpoints } from "@gatehouse/contract/entities/provider";
import { rejectForbiddenUrls } from "../../house/integration-url.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { Person } from "../../platform/http/call.ts";
import { HttpError, httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";
import type { Services } from "../../platform/services.ts";
import { checkAssignment } from "../users/user.store.ts";
import { findProvider } from "./provider.store.ts";

/** CRUD of sign-in providers. The client secret is stored encrypted and never returned. */
export const providerRoutes = ({ secrets }: Services) =>
  resource<typeof providerEndpoints, Provider>(providerEndpoints, {
    table: "sign_in_providers",
    record: provider,
    draft: providerDraft,
    constraints: { sign_in_providers_name: { path: "name", message: "This provider already exists" } },
    encode: ({ clientSecret, mapping, ...columns }) => ({
      ...columns,
      mapping: JSON.stringify(mapping),
      // An omitted or empty secret keeps the stored one.
      ...(typeof clientSecret === "string" ? { clientSecret: secrets.seal(clientSecret) } : {}),
    }),
    decode: ({ clientSecret, ...row }) => ({
      ...row,
      hasClientSecret: clientSecret !== null,
      isClientSecretUnreadable: typeof clientSecret === "string" && secrets.open(clientSecret) === undefined,
    }),
    guardSaved: async (tx, id, person) => {
      const saved = await findProvider(tx, secrets, id);
      if (!saved) throw httpError("record/not-found");
      await rejectForbiddenUrls(tx, { issuer: saved.issuer });
      await checkRoles(tx, person, saved);
    },
  });

/**
 * Rejects roles and gates that don't exist, and roles that may do more than the person, at their field. Roles that were mapped before
 * count too: with another issuer or claim, they are given to other people.
 */
async function checkRoles(
  tx: Tx,
  person: Pick<Person, "permissions">,
  { mapping, defaultRole }: Pick<Provider, "mapping" | "defaultRole">,
): Promise<void> {
  for (const [index, { role, gateIds }] of mapping.entries()) {
    await checkAssignment(tx, person, { role, gateIds }).catch((error: unknown) => {
      throw atField(error, (path) => `mapping.${index}.${path}`);
    });
  }
  if (defaultRole === null) return;
  await checkAssignment(tx, person, { role: defaultRole }).catch((error: unknown) => {
    throw atField(error, () => "defaultRole");
  });
}

function atField(error: unknown, rename: (path: string) => string): unknown {
  if (!(error instanceof HttpError) || !error.details.errors) return error;
  const errors = error.details.errors.map(({ path, message }) => ({ path: rename(path), message }));
  return httpError(error.code, { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}
