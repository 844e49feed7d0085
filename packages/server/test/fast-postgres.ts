/** Settings of PostgreSQL that trade durability for speed. All can be changed while it runs. */
export const fastSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
