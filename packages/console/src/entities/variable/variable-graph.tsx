import { partsOf, type Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { nounOfKind, pageOfKind } from "@gatehouse/contract/resource-kind";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { equationOf, shortenName } from "./equation-terms.ts";
import { GraphSide } from "./graph-side.tsx";
import type { VariableLookup } from "./variable.queries.ts";
import classes from "./variable-graph.module.css";

interface VariableGraphProps {
  variable: Variable;
  lookup: VariableLookup;
  onShow: (id: number) => void;
}

/** A variable with its inputs and users, as a graph of three columns; as two lists for screen readers. */
export function VariableGraph({ variable, lookup, onShow }: VariableGraphProps) {
  const { id, name, scope, type, computedValue, sourceName } = variable;
  const from = useLocation({ select: ({ pathname }) => pathname });
  const users = useQuery(
    callQuery("variables", "GET /variables/dependency/{id}", { params: { id }, query: { scope, type: "variable" } }),
  );
  const inputs = partsOf(equationOf(variable));
  const inputNodes = inputs.map(({ id: input, sign }, place) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a variable may stand in an equation twice
      key={place}
      type="button"
      className={classes.node}
      title={lookup.nameOf(input)}
      onClick={() => onShow(input)}
    >
      <b>{sign === 1 ? "+" : "−"}</b>
      <span>{shortenName(sourceName, lookup.nameOf(input))}</span>
      <em>{formatNumber(lookup.numberOf(input))}</em>
    </button>
  ));
  const userNodes = (users.data ?? []).map((user) => {
    const noun = nounOfKind(user.kind);
    const title = `${noun} ${user.name}`;
    const to = pageOfKind(user.kind, from);
    if (user.kind === "variables") {
      return (
        <button
          key={`v${user.id}`}
          type="button"
          className={classes.node}
          title={title}
          onClick={() => onShow(user.id)}
        >
          <span>{user.name}</span>
          <em>{formatNumber(lookup.numberOf(user.id))}</em>
        </button>
      );
    }
    return (
      <Link
        key={`${user.kind}${user.id}`}
        to={to ?? "."}
        search={{ open: `${user.kind}.${user.id}` }}
        className={classes.node}
        aria-label={title}
        title={title}
      >
        <span>{user.name}</span>
        <em>{noun}</em>
      </Link>
    );
  });
  if (users.isPending) return <Skeleton height={88} radius={6} />;
  return (
    <>
      {users.isError && (
        <LoadFailure
          text={errorText(users.error, variableMessages["GET /variables/dependency/{id}"].failure)}
          onRetry={() => void users.refetch()}
        />
      )}
      <div className={classes.graph}>
        <GraphSide
          title="Depends on"
          nodes={inputNodes}
          empty={type === "base" ? (sourceName ?? "Its device") : "Nothing"}
        />
        <p className={classes.node} data-self title={name}>
          <span>{name}</span>
          <em>{formatNumber(computedValue)}</em>
        </p>
        <GraphSide title="Used by" nodes={userNodes} empty="Nothing yet" isEnd />
      </div>
    </>
  );
}
