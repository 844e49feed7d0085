type Json = Record<string, unknown>;
type Parameter = Json & { name: string; in: string; required: boolean; schema: Json };
type Responses = Record<string, { description: string; headers?: Json; content?: Record<string, { schema?: Json }> }>;

/**
 * OpenAPI allows one operation for each path and method, but `GET /reports/{type}` and `GET /reports/{id}` are distinguished
 * by the form of the parameter: describes both as one operation.
 */
export function mergeOperations(one: Json, other: Json): Json {
  return {
    ...one,
    summary: `${one.summary}. Or: ${other.summary}`,
    parameters: mergeParameters(one.parameters as Parameter[], other.parameters as Parameter[]),
    responses: mergeResponses(one.responses as Responses, other.responses as Responses),
  };
}

const keyOf = ({ name, in: place }: Parameter) => `${place} ${name}`;

function mergeParameters(ones: readonly Parameter[], others: readonly Parameter[]): Parameter[] {
  const byKey = Map.groupBy([...ones, ...others], keyOf);
  return [...byKey.values()].map(([first, second]) => {
    const parameter = first as Parameter;
    if (second) return { ...parameter, schema: { anyOf: [parameter.schema, second.schema] } };
    return { ...parameter, required: parameter.in === "path" };
  });
}

function mergeResponses(ones: Responses, others: Responses): Responses {
  const statuses = [...new Set([...Object.keys(ones), ...Object.keys(others)])];
  return Object.fromEntries(
    statuses.map((status) => {
      const [one, other] = [ones[status], others[status]];
      if (!one || !other) return [status, (one ?? other) as Responses[string]];
      return [status, mergeResponse(one, other)];
    }),
  );
}

function mergeResponse(one: Responses[string], other: Responses[string]): Responses[string] {
  const type = "application/json";
  const schemas = [one, other].flatMap(({ content }) => content?.[type]?.schema ?? []);
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const descriptions = new Set([...one.description.split("\n\n"), ...other.description.split("\n\n")]);
  return {
    description: [...descriptions].join("\n\n"),
    headers: { ...one.headers, ...other.headers },
    content: { [type]: { schema: different.length === 1 ? (different[0] as Json) : { anyOf: different } } },
  };
}
