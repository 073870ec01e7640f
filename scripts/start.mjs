// `npm start`: `svc-server start`.
process.argv.splice(2, 0, 'start')
await import('./svc-server.mjs')
