-- AUD-1: the audit trail has no passwords of stream URLs. Earlier entries are masked when they are read.
create or replace function masked(document jsonb) returns jsonb language sql immutable as $$
  select case
    when document::text !~* '(password|secret|hash|token|://[^/?#"]*@)' then document
    when jsonb_typeof(document) = 'object' then (
      select coalesce(jsonb_object_agg(key, case
        when jsonb_typeof(value) = 'string' and key ~* '(password|secret|hash|token)' then '"***"'::jsonb
        else masked(value)
      end), '{}'::jsonb)
      from jsonb_each(document)
    )
    when jsonb_typeof(document) = 'array' then (select jsonb_agg(masked(element)) from jsonb_array_elements(document) element)
    when jsonb_typeof(document) = 'string' then to_jsonb(regexp_replace(document #>> '{}', '://[^/?#[:space:]]*@', '://***@', 'g'))
    else document
  end
$$;
