import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own, of so many KiB; null where none can be mounted. */
export function mountSmallDisk(kibibytes: number): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kibibytes}k`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
    return directory
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
}

export function unmount(disk: string): void {
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
}

/** Whether there can be one at all. */
export function canMountSmallDisk(): boolean {
  const probe = mountSmallDisk(64)
  if (probe !== null) unmount(probe)
  return probe !== null
}
