/** The header and the parameter of the URL in which devices can send their secret. */
export const pushSecret = { header: "X-Gatehouse-Secret", parameter: "secret" } as const;
