/** Where identifiers come from, in the order of their tabs. */
export const identifierOrigins = ["BLM_CLOUD", "CLOUD", "MYGATE", "ADMIN"] as const;

/** One of the sources. */
export type IdentifierOrigin = (typeof identifierOrigins)[number];

/** ID-1: the heading of each source's table, and its short name on the tab. */
export const identifierOriginTexts: Record<IdentifierOrigin, { tab: string; heading: string; empty: string }> = {
  BLM_CLOUD: {
    tab: "Central Server",
    heading: "IDs synced from Central Server",
    empty: "The central server sends identifiers through the integration API.",
  },
  CLOUD: {
    tab: "Cloud",
    heading: "IDs added from Cloud",
    empty: "The cloud sends identifiers through the integration API.",
  },
  MYGATE: {
    tab: "MyGate",
    heading: "LPs synced from MyGate",
    empty: "Plates are synced once MyGate is set up in Integration Settings.",
  },
  ADMIN: {
    tab: "Admin",
    heading: "IDs added by Admin",
    empty: "Add a plate or a tag, or upload a CSV file with many.",
  },
};

/** ID-2: the only source whose identifiers can be edited in the console. */
export const editableOrigin: IdentifierOrigin = "ADMIN";

/** What an identifier is read from. */
export type IdentifierType = "LICENSE_PLATE" | "RFID";

/** The label of each. */
export const identifierTypeTitles: Record<IdentifierType, string> = { LICENSE_PLATE: "License plate", RFID: "RFID" };

/** The filters of the list. */
export const identifierFilters = ["expiring", "expired", "never-seen"] as const;

/** One of the filters. */
export type IdentifierFilter = (typeof identifierFilters)[number];

/** The largest page of the list. */
export const maxIdentifiersPerPage = 500;

/** The period of the "expiring" filter. */
export const expiringWithinDays = 30;
