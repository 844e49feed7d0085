/** What a person may do. Each permission is independent of the others. */
export const permissions = [
  "view",
  "open",
  "resolve",
  "enrol-visitors",
  "enrol",
  "policy",
  "devices",
  "reports",
  "export",
  "audit",
  "people",
  "site",
] as const;

export type Permission = (typeof permissions)[number];

/** What each permission allows, for the page of roles and for error messages. */
export const permissionTitles: Record<Permission, string> = {
  view: "See gates, events, alerts and settings",
  open: "Open gates and give other manual commands",
  resolve: "Handle alerts",
  "enrol-visitors": "Admit visitors",
  enrol: "Add and change identifiers",
  policy: "Change access rules, variables and configurations of modules",
  devices: "Change hardware, cameras and integrations",
  reports: "Produce reports",
  export: "Export data",
  audit: "Read the audit trail",
  people: "Manage users, keys and sign-in",
  site: "Change modules and global configurations",
};

export interface Role {
  readonly title: string;
  readonly permissions: readonly Permission[];
}

const guard: readonly Permission[] = ["view", "open", "resolve", "enrol-visitors"];

/** The built-in roles by code. */
export const builtInRoles = {
  viewer: { title: "Viewer", permissions: ["view"] },
  guard: { title: "Guard", permissions: guard },
  manager: { title: "Manager", permissions: [...guard, "enrol", "reports", "export"] },
  installer: { title: "Installer", permissions: ["view", "devices", "policy"] },
  auditor: { title: "Auditor", permissions: ["view", "reports", "export", "audit"] },
  administrator: { title: "Administrator", permissions },
} as const satisfies Record<string, Role>;

/** The code of a built-in role. */
export type BuiltInRole = keyof typeof builtInRoles;

/** The role that may do everything; one enabled account always has it. */
export const administrator: BuiltInRole = "administrator";

export const isBuiltInRole = (role: string): role is BuiltInRole => Object.hasOwn(builtInRoles, role);

/** The permission to change the configurations of a scope. */
export const configPermission = (scope: string): Permission => (scope === "global" ? "site" : "policy");

/** What a personal access token can be allowed to do: it must not create further access. */
export const tokenPermissions: readonly Permission[] = permissions.filter((permission) => permission !== "people");

const titlesOf = (named: readonly Permission[]) =>
  named.map((permission) => permissionTitles[permission].toLowerCase());

/** An error that names what is missing. */
export const notPermitted = (needed: readonly Permission[]): string =>
  `You are not allowed to do this. Needed: ${titlesOf(needed).join(", or ")}.`;

/** The error message for giving others more than one has. */
export const exceedsOwn = (missing: readonly Permission[]): string =>
  `You can't give permissions that you don't have: ${titlesOf(missing).join(", ")}.`;

/** The error message for taking over an account that may do more. */
export const accountExceedsOwn = (missing: readonly Permission[]): string =>
  `This account has permissions that you don't have: ${titlesOf(missing).join(", ")}.`;
