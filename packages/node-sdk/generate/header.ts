export const header =
  '// Written by `pnpm generate` from the contract; a test tells when it has to be written anew.\n'
