import { signInSettingsEndpoints } from "@gatehouse/contract/entities/provider";
import { administrator } from "@gatehouse/contract/permissions";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { lockRow, rejectOutdated, updateRow } from "../../platform/resources/versioned-row.ts";
import type { Services } from "../../platform/services.ts";
import { loadEmergencyAccount } from "../auth/local-accounts.ts";
import { findProvider, listProviders } from "./provider.store.ts";
import type { ProviderClient } from "./provider-client.ts";
import { ProviderError } from "./provider-error.ts";

const settingsId = 1;

async function loadSettings(db: ReadDb | Tx, origin: string) {
  const { version, onlyUserId } = await loadEmergencyAccount(db);
  return { version, localAccounts: onlyUserId === null ? ("all" as const) : { onlyUserId }, origin };
}

/** The test of a provider, and who may sign in with a password. */
export const signInSettingsRoutes = ({ db, secrets, clock }: Services, client: ProviderClient) => {
  async function hasWorkingProvider(): Promise<boolean> {
    for (const provider of await listProviders(db, secrets)) {
      const isWorking = client.discover(provider).then(
        () => true,
        () => false,
      );
      if (provider.isEnabled && (await isWorking)) return true;
    }
    return false;
  }

  /** Rejects an account that could not sign in and administer the site. */
  async function checkEmergencyAccount(tx: Tx, userId: number): Promise<void> {
    await lockRow(tx, "users", userId);
    const user = await tx
      .selectFrom("users")
      .select(["role", "isDisabled", "providerId", "oneTimeUntil"])
      .where("id", "=", userId)
      .executeTakeFirst();
    const isInTime = !user?.oneTimeUntil || new Date(user.oneTimeUntil) > clock.now();
    if (user && user.role === administrator && !user.isDisabled && user.providerId === null && isInTime) return;
    const path = "localAccounts.onlyUserId";
    const message = "Choose an enabled administrator with a password";
    throw httpError("request/invalid", { message: `${path}: ${message}`, errors: [{ path, message }] });
  }

  return handle(signInSettingsEndpoints, {
    "POST /sign-in/providers/{id}/test": async ({ params }) => {
      const provider = await findProvider(db, secrets, params.id);
      if (!provider) throw httpError("record/not-found");
      try {
        await client.discover(provider);
        return { outcome: "accepted" as const, detail: `${provider.issuer} answers as this provider.` };
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const isUnreachable = error.code === "provider/unreachable";
        return { outcome: isUnreachable ? ("unreachable" as const) : ("rejected" as const), detail: error.detail };
      }
    },
    "GET /sign-in/settings": ({ read, caller }) => loadSettings(read, caller.origin),
    "PUT /sign-in/settings": async ({ body, ifMatch, caller, write }) => {
      const { localAccounts } = body;
      const onlyUserId = localAccounts === "all" ? null : localAccounts.onlyUserId;
      if (onlyUserId !== null && !(await hasWorkingProvider())) throw httpError("sign-in/no-provider");
      return write(async (tx) => {
        await lockRow(tx, "sign_in_settings", settingsId);
        rejectOutdated(await loadSettings(tx, caller.origin), ifMatch);
        if (onlyUserId !== null) await checkEmergencyAccount(tx, onlyUserId);
        await updateRow(tx, "sign_in_settings", settingsId, { onlyUserId });
        return loadSettings(tx, caller.origin);
      });
    },
  });
};
