/** Rewrites a log, again and again while it appends, until it is killed: `secret` becomes blank, `gone` goes. */
import { openFileLog } from '../../src/drivers/file/log/file-log.ts'
import { withoutSecrets } from './without-secrets.ts'

const log = await openFileLog({ directory: process.argv[2]!, segmentBytes: 20_000 })
process.stdout.write('open\n')
await log.rewrite(withoutSecrets)
await log.close()
process.stdout.write('done\n')
