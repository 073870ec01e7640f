import { CliError } from '../errors.ts'

/** A client's file isn't what it should be. */
export function broken(path: string, why: string): CliError {
  return new CliError(
    'invalid_config',
    `${path} can't be read (${why}), and is left as it is: correct it, or paste what svc setup --print prints`,
  )
}
