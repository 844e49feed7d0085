import type { DemoAccount } from "@gatehouse/contract/runtime-config";
import { Button } from "@mantine/core";
import classes from "./demo-accounts.module.css";

interface DemoAccountsProps {
  accounts: readonly DemoAccount[];
  isBusy: boolean;
  onChoose: (account: DemoAccount) => void;
}

/** A button for each account of a demo; nothing elsewhere. */
export function DemoAccounts({ accounts, isBusy, onChoose }: DemoAccountsProps) {
  if (accounts.length === 0) return null;
  const pins = accounts.flatMap(({ title, pin }) => (pin === undefined ? [] : [`${title}\u00a0${pin}`]));
  return (
    <fieldset className={classes.accounts}>
      <legend>Sign in to the demo as</legend>
      {accounts.map((account) => (
        <Button key={account.username} variant="default" size="md" disabled={isBusy} onClick={() => onChoose(account)}>
          {account.title}
        </Button>
      ))}
      {pins.length > 0 && (
        <p className={classes.pins}>{`PINs to switch person at a shared screen: ${pins.join(", ")}`}</p>
      )}
    </fieldset>
  );
}
