/**
 * A project as its framework's own starter makes it, with the tracker as docs/tracker.md says. The newest versions that
 * run on every Node.js that we support.
 *
 * @typedef {object} Project
 * @property {Record<string, string>} dependencies with exact versions
 * @property {Record<string, string>} files by path
 * @property {string[]} build a file of `node_modules`, and arguments
 * @property {(port: number) => string[]} start a file, and arguments; the port is also in the environment
 */

export const frameworkNames = /** @type {const} */ (['next', 'nuxt', 'sveltekit', 'astro'])

/**
 * @param {string} name
 * @param {string} apiHost
 * @returns {Project}
 */
export function frameworkProject(name, apiHost) {
  const options = `{ publicKey: 'pk_frameworks', apiHost: '${apiHost}' }`
  const projects = {
    next: {
      dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
      files: {
        'app/layout.jsx': `
          import { SvcProvider } from '@customer-intel/browser-tracker/react'
          export default function Layout({ children }) {
            return (
              <html lang="en">
                <body>
                  <SvcProvider publicKey="pk_frameworks" apiHost="${apiHost}">{children}</SvcProvider>
                </body>
              </html>
            )
          }`,
        'app/page.jsx': `
          import { Pricing } from './pricing'
          export default function Page() {
            return <Pricing />
          }`,
        'app/pricing.jsx': `
          'use client'
          import { useTrack } from '@customer-intel/browser-tracker/react'
          export function Pricing() {
            const track = useTrack()
            return <button onClick={() => track('plan_chosen', { plan: 'pro' })}>Pro</button>
          }`,
      },
      build: ['next/dist/bin/next', 'build'],
      start: (port) => [
        'node_modules/next/dist/bin/next',
        'start',
        '--hostname',
        '127.0.0.1',
        '--port',
        `${port}`,
      ],
    },

    nuxt: {
      dependencies: { nuxt: '4.2.2', vue: '3.5.45' },
      files: {
        'app/plugins/svc.ts': `
          import { SvcPlugin } from '@customer-intel/browser-tracker/vue'
          export default defineNuxtPlugin((nuxtApp) => {
            nuxtApp.vueApp.use(SvcPlugin, ${options})
          })`,
        'app/app.vue': `
          <script setup>
          import { useTrack } from '@customer-intel/browser-tracker/vue'
          const track = useTrack()
          </script>
          <template><button @click="track('plan_chosen', { plan: 'pro' })">Pro</button></template>`,
      },
      build: ['nuxt/bin/nuxt.mjs', 'build'],
      start: () => ['.output/server/index.mjs'],
    },

    sveltekit: {
      dependencies: {
        '@sveltejs/kit': '2.70.4',
        '@sveltejs/adapter-node': '5.5.7',
        '@sveltejs/vite-plugin-svelte': '6.2.3',
        svelte: '5.57.3',
        vite: '7.3.8',
      },
      files: {
        'svelte.config.js': `
          import adapter from '@sveltejs/adapter-node'
          export default { kit: { adapter: adapter() } }`,
        'vite.config.js': `
          import { sveltekit } from '@sveltejs/kit/vite'
          export default { plugins: [sveltekit()] }`,
        'src/app.html': `
          <!doctype html>
          <html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>`,
        'src/hooks.client.js': `
          import { init } from '@customer-intel/browser-tracker'
          init(${options})`,
        'src/routes/+page.svelte': `
          <script>
            import { track } from '@customer-intel/browser-tracker'
          </script>
          <button onclick={() => track('plan_chosen', { plan: 'pro' })}>Pro</button>`,
      },
      build: ['vite/bin/vite.js', 'build'],
      start: () => ['build/index.js'],
    },

    astro: {
      dependencies: { astro: '5.9.4' },
      files: {
        'src/pages/index.astro': `
          <html lang="en">
            <body>
              <button>Pro</button>
              <script>
                import { init, track } from '@customer-intel/browser-tracker'
                init(${options})
                document.querySelector('button').onclick = () => track('plan_chosen', { plan: 'pro' })
              </script>
            </body>
          </html>`,
      },
      build: ['astro/astro.js', 'build'],
      start: (port) => ['node_modules/astro/astro.js', 'preview', '--host', '127.0.0.1', '--port', `${port}`],
    },
  }
  if (!(name in projects)) throw new Error(`${name} is none of ${frameworkNames.join(', ')}.`)
  return projects[name]
}
