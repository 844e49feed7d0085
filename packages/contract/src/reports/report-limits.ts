/** REP-2: the formats of files, with their titles. A Bulk Report is a ZIP archive of such files. */
export const reportFormats = { csv: "CSV", xlsx: "XLSX", pdf: "PDF" } as const;

/** One of the formats. */
export type ReportFormat = keyof typeof reportFormats;

/** The states of a report that is produced as a file. One that is cancelled is removed. */
export const reportStates = ["queued", "running", "done", "failed"] as const;

/** One of the states. */
export type ReportState = (typeof reportStates)[number];

/** REP-6: how often a schedule runs, with its title. */
export const reportIntervals = { daily: "Every day", weekly: "Every week", monthly: "Every month" } as const;

/** One of the intervals. */
export type ReportInterval = keyof typeof reportIntervals;

/** REP-6: what happens with a finished report. */
export const reportDeliveries = { keep: "Keep for download", email: "Send by e-mail" } as const;

/** One of the deliveries. */
export type ReportDelivery = keyof typeof reportDeliveries;

/** REP-5, REP-6: the limits of reports as files. */
export const reportLimits = {
  /** A PDF is laid out in memory; it states that it has only these rows. */
  maxPdfRows: 1_000,
  maxPdfPictures: 100,
  /** Longer texts are shortened in a PDF, which says so. */
  maxPdfTextLength: 600,
  /** Reports that wait to be produced. */
  maxQueued: 100,
  maxEmails: 50,
  /** Mail servers refuse larger attachments; the message then says where the file is. */
  maxMailBytes: 10_000_000,
  /** How often a report is started again after the server was restarted. */
  maxAttempts: 2,
} as const;
