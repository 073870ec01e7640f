import { redactQuery } from '@customer-intel/contract/privacy'
import type { Properties } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { attempt } from '../warn.ts'

const FILE = /\.(pdf|docx?|xlsx?|pptx?|csv|zip|gz|dmg|exe|msi|apk|mp[34])$/i

/** Records clicks on marked elements, on links to files, and on links to other hosts. */
export const captureClicks = (
  options: TrackerOptions,
  listen: Listen,
  track: (eventName: string, properties?: Properties) => void,
): void => {
  listen(window, 'click auxclick', (event) => {
    for (const {
      dataset,
      localName,
      hostname,
      pathname,
      href,
      download,
    } of event.composedPath() as HTMLAnchorElement[]) {
      const { svcEvent, svcProperties } = dataset || {}
      if (svcEvent)
        track(
          svcEvent,
          attempt(() => JSON.parse(svcProperties!)),
        )
      if (localName === 'a' && hostname) {
        const isFile = download || FILE.test(pathname)
        if (isFile ? options.trackDownloads : options.trackOutboundLinks && hostname !== location.hostname)
          track(isFile ? 'file_downloaded' : 'outbound_link_clicked', { href: redactQuery(href) })
      }
    }
  })
}
