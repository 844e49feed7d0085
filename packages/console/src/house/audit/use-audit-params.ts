import { type AuditAction, auditActions } from "@gatehouse/contract/entities/audit/audit-names";
import { useNavigate, useSearch } from "@tanstack/react-router";

/** Filters of the audit trail. */
export interface AuditFilters {
  user?: string;
  action?: AuditAction;
  entity?: string;
  entityId?: string;
  from?: string;
  to?: string;
}

interface Place {
  page: number;
  cursor: string | undefined;
}

const isAction = (text: string | undefined): text is AuditAction =>
  text !== undefined && Object.hasOwn(auditActions, text);

const parseTime = (text: string | undefined) =>
  text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();

/** Filters and page of the audit trail, kept in the URL so that a link can be shared. */
export function useAuditParams() {
  const search = useSearch({ from: "/shell/settings/audit" });
  const navigate = useNavigate();
  const filters = dropEmpty({
    user: search.user,
    action: isAction(search.action) ? search.action : undefined,
    entity: search.entity,
    entityId: search.entityId,
    from: parseTime(search.from),
    to: parseTime(search.to),
  });
  const place: Place = {
    page: search.cursor === undefined ? 1 : Math.max(search.page ?? 2, 2),
    cursor: search.cursor,
  };
  return {
    filters,
    ...place,
    /** Changes filters; starts at page 1. */
    filter: (changed: { [Name in keyof AuditFilters]: AuditFilters[Name] | undefined }) =>
      void navigate({ to: ".", search: dropEmpty({ ...filters, ...changed }), replace: true, resetScroll: false }),
    /** Shows the entries of one record; Back returns to the list before. */
    showRecord: (record: Pick<AuditFilters, "entity" | "entityId">) =>
      void navigate({ to: ".", search: dropEmpty(record), resetScroll: false }),
    clear: () => void navigate({ to: ".", search: {}, replace: true, resetScroll: false }),
    /** Page 1 always shows the newest entries. */
    turn: (page: number, cursor: string | null) =>
      void navigate({ to: ".", search: { ...filters, ...(page > 1 && cursor !== null && { page, cursor }) } }),
  };
}

function dropEmpty(filters: { [Name in keyof AuditFilters]: AuditFilters[Name] | undefined }): AuditFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""));
}
