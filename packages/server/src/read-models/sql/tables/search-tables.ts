import { defineTables } from './define-table.ts'

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
 */
export const searchTables = defineTables({
  /** A document is one state of an artifact. */
  search_documents: {
    document: 'integer',
    kind: 'text', // source, fact
    artifact: 'text', // sources.source_key, facts.fact_id
    text_hash: 'bigint', // of title and text
    length: 'integer', // terms, weighted
    language: 'text',
    subject: 'integer?', // whom it is about …
    customer_id: 'text?', // … or, where a rule found it, whom
    source_types: 'text', // of a fact: of all its evidence, separated by blanks
    occurred_at: 'timestamp',
  },

  /** How many documents there are. One row a language. */
  search_languages: {
    language: 'text',
    documents: 'bigint',
    length: 'bigint', // of all of them
  },

  /** Documents that are no more, while there may be postings of them. */
  search_gone: {
    document: 'integer',
    met: 'boolean', // was there before merging began with the first term
  },

  search_recent: {
    term: 'bigint', // hash of language and stem
    documents: 'integer',
    postings: 'text',
  },

  search_postings: {
    term: 'bigint',
    documents: 'integer',
    postings: 'text uncompressed',
  },

  /** Every term there is: for look-ups of words that were mistyped. */
  search_terms: {
    term: 'bigint',
    language: 'text', // '*' for what holds in all of them
    stem: 'text',
  },

  /** Where merging goes on: terms from here are next. One row. */
  search_merge: {
    next_term: 'bigint',
  },
})

/** Raised by whoever changes what is found by which terms (`knowledge/search/`): the index is then made anew. */
const analysis = 2

/** What isn't a plain table. Document numbers are given out once. */
export const searchObjects = /* sql */ `
-- Analysis ${analysis}
create sequence if not exists search_document;
create index if not exists sources_by_key on sources (source_key);
create index if not exists search_documents_by_number on search_documents (document);

-- What a model makes of a document's text, where an embeddings endpoint is configured.
create table if not exists search_vectors (
  document integer not null,
  model varchar not null,
  vector float[] not null
);
`
