import { vendors } from "../vendors.ts";
import type { MenuSection, Module } from "./module.ts";

/** Access by number plate. */
export const anprAccessControl = {
  kind: "ANPR_ACCESS_CONTROL",
  code: "anpr-ac",
  aliases: ["ac"],
  title: "ANPR Access Control",
  purpose: "Opens gates for registered number plates.",
  configScope: "anpr-ac",
  vendors: [vendors.uncanny, vendors.carrida, vendors.generic],
  displayTypes: ["grid", "binary"],
  hasIntegrationSettings: true,
} as const satisfies Module;

/** Access by RFID tag. */
export const rfidAccessControl = {
  kind: "RFID_ACCESS_CONTROL",
  code: "rfid-ac",
  title: "RFID Access Control",
  purpose: "Opens gates for registered RFID tags.",
  configScope: "rfid-ac",
  vendors: [vendors.uncanny, vendors.generic],
  displayTypes: ["grid", "multimedia"],
} as const satisfies Module;

/** The pages of access control, for plates and tags. */
export const accessControlMenu = {
  title: "Access Control",
  path: "/access-control",
  needs: ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"],
  entries: [
    { title: "Configuration", path: "/access-control" },
    { title: "ANPR Settings", path: "/access-control/anpr-settings", needs: "ANPR_ACCESS_CONTROL" },
    { title: "Gates & Actuators", path: "/access-control/gates-and-actuators" },
    { title: "RFID Settings", path: "/access-control/rfidos/settings", needs: "RFID_ACCESS_CONTROL" },
    { title: "RFID Variables", path: "/access-control/rfidos/variables", needs: "RFID_ACCESS_CONTROL" },
    { title: "Identifiers", path: "/access-control/ids" },
    { title: "Reservations", path: "/access-control/reservations" },
    { title: "Alerts", path: "/access-control/alerts" },
    { title: "ANPR Events", path: "/access-control/events", needs: "ANPR_ACCESS_CONTROL" },
    { title: "RFID Events", path: "/access-control/rfid-events", needs: "RFID_ACCESS_CONTROL" },
  ],
} as const satisfies MenuSection;
