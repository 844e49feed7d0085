import type { SwitchablePerson } from "@gatehouse/contract/entities/auth/pin";
import { pinMessages } from "@gatehouse/contract/entities/auth/pin.messages";
import { Button } from "@mantine/core";
import { IconChevronRight, IconLock, IconUserCircle, IconUsers } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { switchablePeopleQuery, switchPerson } from "../../api/switch-person.ts";
import { useWatchedGates } from "../../record/station/use-watched-gates.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { PinPad } from "./pin-pad.tsx";
import classes from "./switch-person-dialog.module.css";

const nameOf = ({ name, username }: SwitchablePerson) => name || username;

/** Another person takes over at this screen, with their PIN. */
export default function SwitchPersonDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<SwitchablePerson>();
  return (
    <Dialog opened title="Switch person" onClose={onClose}>
      {chosen === undefined ? (
        <PeopleList onChoose={setChosen} onClose={onClose} />
      ) : (
        <PinStep person={chosen} onBack={() => setChosen(undefined)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function PeopleList({ onChoose, onClose }: { onChoose: (person: SwitchablePerson) => void; onClose: () => void }) {
  const people = useQuery({ ...switchablePeopleQuery, refetchOnMount: "always" });
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = people.data !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector<HTMLElement>("button:enabled")?.focus();
  }, [isLoaded]);
  if (people.data === undefined) {
    if (!people.isError) return <p className={classes.hint}>Loading…</p>;
    const text = errorText(people.error, pinMessages["GET /auth/switchable-people"].failure);
    return <LoadError text={text} onRetry={() => void people.refetch()} />;
  }
  if (people.data.length === 0) {
    const toAccount = (
      <Button
        variant="default"
        data-autofocus
        onClick={onClose}
        renderRoot={(props) => <Link to="/settings/account" {...props} />}
      >
        Your account
      </Button>
    );
    return (
      <EmptyState icon={IconUsers} title="No one else has a PIN" action={toAccount}>
        People who share this screen set a PIN in “Your account”. Then they can take over here.
      </EmptyState>
    );
  }
  return (
    <>
      <p className={classes.hint}>Who takes over? The page stays as it is.</p>
      <ul ref={list} className={classes.people} aria-label="People">
        {people.data.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              // For a list that is cached; one that is loaded later takes the focus by itself.
              data-autofocus={!person.isLocked || undefined}
              disabled={person.isLocked}
              onClick={() => onChoose(person)}
            >
              <IconUserCircle size={28} stroke={1.4} aria-hidden />
              <span className={classes.person}>
                <strong>{nameOf(person)}</strong>
                {person.isLocked ? (
                  <span className={classes.locked}>
                    <IconLock size={14} aria-hidden /> PIN locked: sign in with the password
                  </span>
                ) : (
                  person.name !== "" && <span>{person.username}</span>
                )}
              </span>
              {!person.isLocked && <IconChevronRight size={18} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PinStepProps {
  person: SwitchablePerson;
  onBack: () => void;
  onClose: () => void;
}

function PinStep({ person, onBack, onClose }: PinStepProps) {
  const queries = useQueryClient();
  const { gateIds } = useWatchedGates();
  const { gates } = person;
  const isElsewhere = gateIds.length > 0 && gates?.some(({ id }) => gateIds.includes(id)) === false;
  const [shownError, setShownError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (pin: string) => {
    setIsBusy(true);
    setShownError(undefined);
    try {
      await switchPerson(queries, { userId: person.id, pin });
      onClose();
    } catch (error) {
      setShownError(errorText(error, pinMessages["POST /auth/switch"].failure));
      setIsBusy(false);
    }
  };
  return (
    <>
      <div className={classes.chosen}>
        <IconUserCircle size={28} stroke={1.4} aria-hidden />
        <span className={classes.person}>
          <strong>{nameOf(person)}</strong>
          {person.name !== "" && <span>{person.username}</span>}
        </span>
        <Button variant="subtle" onClick={onBack}>
          Someone else
        </Button>
      </div>
      {gates && (
        <p className={classes.hint} role="status">
          {`${nameOf(person)} is limited to ${gates.map(({ name }) => name).join(", ") || "other gates"}.`}
          {isElsewhere && ` The station will show ${gates[0]?.name ?? "their gate"}.`}
        </p>
      )}
      <PinPad label={`PIN of ${nameOf(person)}`} error={shownError} isBusy={isBusy} onSubmit={submit} />
    </>
  );
}
