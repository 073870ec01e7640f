/**
 * The search index: an inverted index in tables, so that it is written with the rows that it is about and killed or
 * made anew together with them. A row of postings says in which documents a term stands, how often, and how long these
 * are, as text that `knowledge/search/postings.ts` reads and writes. New ones lie in `search_recent` in the order of
 * their arrival; merging moves them into `search_postings`, where the rows of a term lie together, so that zone maps
 * find them, and where a few rows hold all documents of a term.
 *
 * Texts stay in `sources`. A few documents and their texts are looked up by the only indexes there are: without them, one
 * text costs the reading of the two thousand around it (measured: ten of 100,000 in 4 ms, not 9). Their price is that the
 * place of a source that was replaced isn't used again until the read models are made anew.
 *
 * Whoever changes how a text becomes terms (`knowledge/search/`) raises the number here: the index is then made anew.
 * Analysis 1.
 */
export const searchTables = /* sql */ `
create index if not exists sources_by_key on sources (source_key);

-- A document is one state of an artifact. Numbers are given out once.
create sequence if not exists search_document;
create table if not exists search_documents (
  document integer not null,
  kind varchar not null,             -- source, fact
  artifact varchar not null,         -- sources.source_key, facts.fact_id
  text_hash bigint not null,         -- of title and text
  length integer not null,           -- terms, weighted
  language varchar not null,
  subject integer,                   -- whom it is about …
  customer_id varchar,               -- … or, where a rule found it, whom
  source_types varchar not null,     -- of a fact: of all its evidence, separated by blanks
  occurred_at timestamp not null
);
create index if not exists search_documents_by_number on search_documents (document);

-- How many documents there are. One row a language.
create table if not exists search_languages (
  language varchar not null,
  documents bigint not null,
  length bigint not null             -- of all of them
);

-- Documents that are no more, while there may be postings of them.
create table if not exists search_gone (
  document integer not null,
  met boolean not null               -- was there before merging began with the first term
);

create table if not exists search_recent (
  term bigint not null,              -- hash of language and stem
  documents integer not null,
  postings varchar not null
);

create table if not exists search_postings (
  term bigint not null,
  documents integer not null,
  postings varchar not null using compression uncompressed
);

-- Every term there is: for look-ups of words that were mistyped.
create table if not exists search_terms (
  term bigint not null,
  language varchar not null,         -- '*' for what holds in all of them
  stem varchar not null
);

-- Where merging goes on: terms from here are next. One row.
create table if not exists search_merge (
  next_term bigint not null
);

-- What a model makes of a document's text, where an embeddings endpoint is configured.
create table if not exists search_vectors (
  document integer not null,
  model varchar not null,
  vector float[] not null
);
`
