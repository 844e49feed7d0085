import classes from "./logo.module.css";

/** The logo, optionally with the product name. */
export function Logo({ size = 28, withName = true }: { size?: number; withName?: boolean }) {
  return (
    <span className={classes.logo}>
      <img src="/favicon.svg" width={size} height={size} alt={withName ? "" : "Gatehouse"} />
      {withName && <span className={classes.name}>Gatehouse</span>}
    </span>
  );
}
