import type { CopiedOrganization } from './copying/copy-organization.ts'

/** What a command ends with that has copied all but what was damaged. */
const damagedCode = 3

/** The option of commands that copy a store. */
export const damageOption = {
  'accept-damage': {
    help: 'Exit code 0 also when parts of the source can’t be read, and are missing in the copy',
  },
}

/** 0 when everything was copied; else 3, after saying what that means, unless the damage is accepted. */
export function exitCodeOf(
  copied: readonly CopiedOrganization[],
  acceptsDamage: boolean | undefined,
): number {
  if (acceptsDamage || copied.every(({ damaged }) => damaged.length === 0)) return 0
  console.error(
    'Records are missing, at the places named above. Take another backup or correct the source; --accept-damage says that this is all there is.',
  )
  return damagedCode
}
