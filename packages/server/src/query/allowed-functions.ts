import { macroList } from './macros.ts'

/**
 * Functions that a query may call. Other names are refused, so that a new version of the engine allows nothing new.
 * Excluded on purpose: functions that read files, settings, variables or the catalog, change state, run text as SQL,
 * sleep or raise errors, or make a large value from a small call (`repeat`, `lpad`, `printf`); lists from
 * `generate_series` and `range` are limited by `bounded-series.ts`.
 */
const names = {
  operators: '+ - * / // % ** ^ || & | << >> ~ ~~ !~~ ~~* !~~* ^@ -> ->>',
  numbers:
    'abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 log2 pow power mod greatest least isnan isfinite isinf random',
  text: `lower upper lcase ucase trim ltrim rtrim length len char_length character_length strlen substr substring left right
    concat concat_ws replace split_part string_split str_split strpos position instr starts_with ends_with prefix suffix
    contains reverse regexp_matches regexp_full_match regexp_replace regexp_extract regexp_extract_all like_escape
    ilike_escape not_like_escape not_ilike_escape ascii chr md5 translate`,
  times: `now today get_current_timestamp date_trunc datetrunc date_part datepart date_diff datediff date_sub datesub
    date_add age year month day hour minute second quarter week weekofyear yearweek dayofweek isodow isoyear weekday
    dayofyear dayofmonth dayname monthname last_day epoch epoch_ms make_date make_timestamp to_timestamp to_years
    to_months to_weeks to_days to_hours to_minutes to_seconds to_milliseconds to_microseconds time_bucket timezone
    strftime strptime try_strptime`,
  json: `json_extract json_extract_string json_extract_path json_extract_path_text json_type json_valid
    json_array_length json_keys json_exists json_value json_contains json_object json_array to_json`,
  lists: `list_value list_contains array_contains list_extract array_extract array_length list_distinct array_distinct
    list_sort array_sort list_position array_position array_to_string list_concat array_concat generate_series range unnest row struct_pack
    struct_extract`,
  values: 'nullif ifnull if coalesce typeof',
  aggregates: `count count_star sum avg mean min max any_value first last arg_min arg_max argmin argmax min_by max_by
    median mode quantile quantile_cont quantile_disc stddev stddev_samp stddev_pop variance var_samp var_pop corr
    covar_pop covar_samp bool_and bool_or count_if countif approx_count_distinct approx_quantile string_agg
    group_concat listagg list array_agg`,
  windows: `row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`,
}

const allowed = new Set([
  ...Object.values(names).flatMap((list) => list.split(/\s+/)),
  ...macroList.map((macro) => macro.name.toLowerCase()),
])

export function isAllowedFunction(name: string): boolean {
  return allowed.has(name.toLowerCase())
}

/** Functions that may be used in FROM: they return rows one by one, never a whole list. */
export function isAllowedTableFunction(name: string): boolean {
  return ['unnest', 'generate_series', 'range'].includes(name.toLowerCase())
}

const types = new Set(
  `BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT FLOAT DOUBLE DECIMAL VARCHAR
  DATE TIME INTERVAL UUID TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS`.split(/\s+/),
).add('TIMESTAMP WITH TIME ZONE')

/** Whether values may be cast to a type, by the engine's name for it. */
export function isAllowedType(id: string): boolean {
  return types.has(id)
}

/** Words that look like columns and reveal something about the session. */
export function isSessionWord(name: string): boolean {
  return [
    'current_user',
    'current_role',
    'current_schema',
    'current_catalog',
    'current_database',
    'session_user',
    'user',
  ].includes(name.toLowerCase())
}
