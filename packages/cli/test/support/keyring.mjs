// In the place of @napi-rs/keyring: a keyring in a file, which SVC_TEST_KEYRING names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const path = process.env.SVC_TEST_KEYRING
const read = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})

export class AsyncEntry {
  constructor(service, account) {
    this.name = `${service} ${account}`
  }
  async getPassword() {
    return read()[this.name]
  }
  async setPassword(secret) {
    writeFileSync(path, JSON.stringify({ ...read(), [this.name]: secret }))
  }
  async deletePassword() {
    const { [this.name]: _, ...others } = read()
    writeFileSync(path, JSON.stringify(others))
    return true
  }
}
