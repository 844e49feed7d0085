import type { ListEntry, listEntryDraft } from "@gatehouse/contract/entities/access/access";
import { identifierTypeTitles } from "@gatehouse/contract/entities/identifier/identifier";
import type { FieldName } from "../../forms/field.ts";
import type { Resource } from "../../forms/resource.ts";

type Entries = Resource<ListEntry, FieldName<typeof listEntryDraft>>;

const types = (["LICENSE_PLATE", "RFID"] as const).map((value) => ({ value, label: identifierTypeTitles[value] }));

const entries = {
  topic: "access_lists",
  create: "POST /access/lists",
  change: "PUT /access/lists/{id}",
  remove: "DELETE /access/lists/{id}",
  draft: () => import("@gatehouse/contract/entities/access/access").then((file) => file.listEntryDraft),
  fields: [
    { kind: "option", name: "type", label: "Type", initial: "LICENSE_PLATE", choices: types, isHalf: true },
    { kind: "text", name: "iid", label: "Plate/Tag", isHalf: true },
    { kind: "text", name: "reason", label: "Reason", placeholder: "Unpaid fees" },
    { kind: "time", name: "until", label: "Until", help: "Empty: until it is deleted", isOptional: true },
  ],
  title: ({ iid }) => iid,
} as const satisfies Partial<Entries>;

const confirmDelete = ({ iid, kind }: ListEntry) => `Are you sure you want to remove ${iid} from the ${kind} list?`;

export const denyList: Entries = {
  ...entries,
  name: "access_lists",
  noun: "deny entry",
  titles: { add: "Add to deny list", edit: "Deny entry", submit: "Add" },
  list: { key: "GET /access/lists", when: ({ kind }) => kind === "deny" },
  fixed: { kind: "deny" },
  texts: {
    empty: "No vehicle is denied",
    purpose: "Plates and tags on this list are denied at every gate, even if they are registered.",
    confirmDelete,
  },
};

export const watchList: Entries = {
  ...entries,
  name: "watch_list",
  noun: "watch entry",
  titles: { add: "Add to watch list", edit: "Watch entry", submit: "Add" },
  list: { key: "GET /access/lists", when: ({ kind }) => kind === "watch" },
  fixed: { kind: "watch" },
  texts: {
    empty: "No vehicle is watched",
    purpose: "A vehicle on this list raises an alert when it is read. It is not denied.",
    confirmDelete,
  },
};
