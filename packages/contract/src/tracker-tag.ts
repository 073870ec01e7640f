/** What a page may call before the script is there: the calls wait, in order, for the tracker. */
const queuedMethods = [
  'init',
  'track',
  'identify',
  'setUser',
  'clearUser',
  'enableTracking',
  'disableTracking',
  'revokeConsent',
]

/** The tag's queue: `svc` exists from here on. A page that calls nothing can do without. */
export const trackerQueue = `<script>window.svc=window.svc||{_q:[]};'${queuedMethods.join(' ')}'.split(' ').forEach(m=>svc[m]=svc[m]||((...a)=>{svc._q.push([m,a])}))</script>`

/** The lines to paste into the pages of a site. */
export const trackerTag = (baseUrl: string, publicKey: string): string[] => [
  trackerQueue,
  `<script src="${baseUrl}/svc.js" data-public-key="${publicKey}" async></script>`,
]
