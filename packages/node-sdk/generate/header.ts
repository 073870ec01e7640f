export const header =
  '// Written by `pnpm generate` from the contract; a test fails when it is out of date.\n'
