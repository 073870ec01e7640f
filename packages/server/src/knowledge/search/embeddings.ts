/** A query's vector, and the model that it is of; null when none could be had. */
export type QueryEmbedder = (query: string) => Promise<{ vector: number[]; model: string } | null>
