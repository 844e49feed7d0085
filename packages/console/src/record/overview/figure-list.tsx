import type { OverviewFigure } from "@gatehouse/contract/entities/overview";
import { overviewMessages } from "@gatehouse/contract/entities/overview.messages";
import { formatFigure } from "@gatehouse/contract/entities/overview-figures";
import { formatCount } from "@gatehouse/contract/fields/number";
import { ActionIcon, Button, Skeleton, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { formatClock, formatSince } from "../../ui/format-time.ts";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { toEventLink, toEventLinks } from "./event-lists.ts";
import classes from "./overview.module.css";
import { useFigures } from "./overview.queries.ts";
import type { Period } from "./overview-period.ts";

const OpeningsSheet = lazyWithRetry(() => import("./openings-sheet.tsx"));

/** The list of manual openings in the URL. */
const openings = "openings";
const skeletons = Array.from({ length: 10 }, (_, index) => index);

/** The figures of a period, each with its definition and its events. */
export function FigureList({ period }: { period: Period }) {
  const figures = useFigures(period);
  const { open, ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = (isOpen: boolean) =>
    void navigate({ to: ".", search: { ...others, ...(isOpen && { open: openings }) }, resetScroll: false });
  if (figures.isError && figures.data === undefined)
    return (
      <LoadError
        text={errorText(figures.error, overviewMessages["GET /overview"].failure)}
        onRetry={() => void figures.refetch()}
      />
    );
  return (
    <>
      <ul className={classes.figures} aria-label="Figures" aria-busy={figures.isPending || figures.isPlaceholderData}>
        {figures.data === undefined
          ? skeletons.map((place) => <Skeleton key={place} height={92} radius={8} />)
          : figures.data.figures.map((figure) => (
              <FigureTile
                key={figure.name}
                figure={figure}
                {...(figure.name === "manualOpenings" && { onOpen: () => list(true) })}
              />
            ))}
      </ul>
      <Suspense>
        {open === openings && (
          <OpeningsSheet period={period} people={figures.data?.openings ?? []} onClose={() => list(false)} />
        )}
      </Suspense>
    </>
  );
}

function FigureTile({ figure, onOpen }: { figure: OverviewFigure; onOpen?: () => void }) {
  const { title, definition, unit, value, part, whole } = figure;
  const text = formatFigure(unit, value);
  return (
    <li className={classes.figure}>
      <p className={classes.title}>
        {title}
        <Definition of={title} text={definition} />
      </p>
      <p className={classes.value}>
        {onOpen && value !== 0 ? (
          <Button variant="default" size="compact-md" onClick={onOpen}>
            {text}
          </Button>
        ) : (
          <FigureValue figure={figure} text={text} />
        )}
      </p>
      <p className={classes.lists}>
        {part !== null && whole !== null && `${formatNumber(part)} of ${formatNumber(whole)}`}
        <PeakTime figure={figure} />
      </p>
      <FigureLists figure={figure} />
    </li>
  );
}

/** A figure with one list of events is itself the link. */
function FigureValue({ figure: { title, events, value }, text }: { figure: OverviewFigure; text: string }) {
  const [only, ...others] = events.map(toEventLink);
  if (!only || others.length > 0 || value === null || only.count === 0) return text;
  return (
    <Link
      to={only.path}
      search={only.search}
      aria-label={`${title}: ${text}. Show ${formatCount(only.count, "event")}`}
    >
      {text}
    </Link>
  );
}

/** Several lists of events: each with its number. */
function FigureLists({ figure: { title, events } }: { figure: OverviewFigure }) {
  if (events.length < 2) return null;
  return (
    <p className={classes.lists}>
      {toEventLinks(events).map(({ path, title: of, search, count }) => (
        <Link
          key={`${search.figure} ${path}`}
          to={path}
          search={search}
          aria-label={`${of} ${formatNumber(count)}: show these events of ${title}`}
        >
          {of} {formatNumber(count)}
        </Link>
      ))}
    </p>
  );
}

function PeakTime({ figure: { from, to } }: { figure: OverviewFigure }) {
  const { timeZone } = useSite();
  if (from === null || to === null) return null;
  return `${formatSince(new Date(from), new Date(), timeZone)} to ${formatClock(new Date(to), timeZone)}`;
}

interface DefinitionProps {
  of: string;
  text: string;
}

/** Shows the definition of a figure. */
function Definition({ of, text }: DefinitionProps) {
  const [isTouched, setIsTouched] = useState(false);
  const hide = () => setIsTouched(false);
  return (
    <Tooltip
      label={text}
      multiline
      maw={280}
      openDelay={0}
      // Mantine's `touch` event closes it at once on a computer that has a mouse too.
      opened={isTouched || undefined}
      events={{ hover: true, focus: true, touch: false }}
    >
      <ActionIcon
        variant="subtle"
        size={20}
        aria-label={`Definition of ${of}`}
        onPointerUp={({ currentTarget, pointerType }) => {
          // Safari doesn't focus a button that is touched, and the definition is hidden with the focus.
          currentTarget.focus();
          setIsTouched(pointerType === "touch");
        }}
        onBlur={hide}
        onKeyDown={hide}
      >
        <IconInfoCircle size={14} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
