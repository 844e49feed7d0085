import { isDeepStrictEqual } from "node:util";
import { api } from "@gatehouse/contract/api";
import { type Endpoint, personAccess } from "@gatehouse/contract/endpoint";
import { invitationDays, type User, userEndpoints } from "@gatehouse/contract/entities/user";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { builtInRoles, isBuiltInRole, permissions } from "@gatehouse/contract/permissions";
import { insertAuditEntry } from "../../platform/database/audit-entry.ts";
import type { Tx } from "../../platform/database/database.ts";
import { handle, type Person } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { rejectChangedEchoes } from "../../platform/resources/echoed-fields.ts";
import { lockRow, rejectOutdated, updateRow } from "../../platform/resources/versioned-row.ts";
import { generatePassword, hashPassword } from "../../platform/security/passwords.ts";
import type { Services } from "../../platform/services.ts";
import { deletePin } from "../auth/pin.store.ts";
import { deleteFactors } from "../auth/second-factor.store.ts";
import { endSessions } from "../auth/session.store.ts";
import {
  checkAssignment,
  isFullAdministrator,
  listUsers,
  loadUser,
  lockAdministrators,
  rejectEmergencyAccount,
  rejectProviderAccount,
  rejectSuperior,
} from "./user.store.ts";

const constraints = { users_username: { path: "username", message: "This user name already exists" } };

/** Users: invite, change, disable, delete. */
export const userRoutes = ({ clock }: Services) => {
  const invitationEnd = () => new Date(clock.now().getTime() + invitationDays * dayMs);

  async function lockUser(tx: Tx, id: number): Promise<User> {
    await lockRow(tx, "users", id);
    return loadUser(tx, id);
  }

  return handle(userEndpoints, {
    "GET /users": ({ read }) => listUsers(read),
    "POST /users": async ({ body, person, write }) => {
      const oneTimePassword = generatePassword();
      const passwordHash = await hashPassword(oneTimePassword);
      const user = await write(async (tx) => {
        await checkAssignment(tx, person, body);
        const insert = tx
          .insertInto("users")
          .values({ ...body, passwordHash, passwordChanged: false, oneTimeUntil: invitationEnd() })
          .returning("id")
          .executeTakeFirstOrThrow();
        const { id } = await mapConstraintErrors(constraints, insert);
        return loadUser(tx, id);
      });
      return { user, oneTimePassword };
    },
    "PATCH /users/{id}": ({ params: { id }, body, ifMatch, echoed, person, write }) =>
      write(async (tx) => {
        const isAnotherLeft = await lockAdministrators(tx);
        const before = await lockUser(tx, id);
        rejectOutdated(before, ifMatch);
        const { role = before.role, gateIds = before.gateIds, isDisabled = before.isDisabled } = body;
        await checkAssignment(tx, person, role === before.role ? { gateIds } : { role, gateIds });
        if (!isDeepStrictEqual(gateIds, before.gateIds)) await rejectSuperior(tx, person, { role }, "gateIds");
        if (before.isDisabled && !isDisabled) await rejectSuperior(tx, person, { role }, "isDisabled");
        const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
        const loses = isFullAdministrator(before) && !isFullAdministrator({ ...before, ...sent });
        if (loses && !isAnotherLeft(id)) throw httpError("user/last-administrator");
        if (loses) await rejectEmergencyAccount(tx, id);
        await updateRow(tx, "users", id, body);
        if (body.isDisabled) await endSessions(tx, { userId: id }, clock.now());
        const after = await loadUser(tx, id);
        rejectChangedEchoes(echoed, before, after);
        return after;
      }),
    "DELETE /users/{id}": ({ params: { id }, write }) =>
      write(async (tx) => {
        const isAnotherLeft = await lockAdministrators(tx);
        const before = await lockUser(tx, id);
        if (isFullAdministrator(before) && !isAnotherLeft(id)) throw httpError("user/last-administrator");
        await rejectEmergencyAccount(tx, id);
        await tx.deleteFrom("users").where("id", "=", id).execute();
        return undefined;
      }),
    "POST /users/{id}/one-time-password": async ({ params: { id }, person, write }) => {
      const oneTimePassword = generatePassword();
      const passwordHash = await hashPassword(oneTimePassword);
      const user = await write(async (tx) => {
        await rejectSuperior(tx, person, await lockUser(tx, id), "role");
        await rejectProviderAccount(tx, id);
        await updateRow(tx, "users", id, { passwordHash, passwordChanged: false, oneTimeUntil: invitationEnd() });
        await endSessions(tx, { userId: id }, clock.now());
        await deletePin(tx, id);
        return loadUser(tx, id);
      });
      return { user, oneTimePassword };
    },
    "POST /users/{id}/end-sessions": ({ params: { id }, write }) =>
      write(async (tx) => {
        await lockUser(tx, id);
        await endSessions(tx, { userId: id }, clock.now());
        await insertAuditEntry(tx, { action: "sign-out", entity: "users", entityId: id });
        return undefined;
      }),
    "DELETE /users/{id}/second-factor": ({ params: { id }, person, write }) =>
      write(async (tx) => {
        await rejectSuperior(tx, person, await lockUser(tx, id), "role");
        await deleteFactors(tx, id);
        await endSessions(tx, { userId: id }, clock.now());
        return undefined;
      }),
    "GET /auth/me": ({ person }) => ({
      username: person.username,
      name: person.name,
      role: person.role,
      roleTitle: isBuiltInRole(person.role) ? builtInRoles[person.role].title : person.role,
      permissions: permissions.filter((permission) => person.permissions.has(permission)),
      gateIds: person.gateIds && [...person.gateIds],
      calls: Object.entries<Endpoint>(api).flatMap(([call, endpoint]) => (mayCall(person, endpoint) ? [call] : [])),
      method: person.method,
    }),
  });
};

/** Whether a person may make a call, as far as that is known without its input. */
function mayCall({ permissions: granted, gateIds }: Person, { access, permission, gates }: Endpoint): boolean {
  if (access !== undefined) return personAccess.includes(access);
  const isPermitted = permission !== undefined && [permission].flat().some((each) => granted.has(each));
  return isPermitted && (gateIds === null || gates !== undefined);
}
