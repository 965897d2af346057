/** Set by `npm run test:all`: runs the suites in full of which `npm test` runs a selection. */
export const RUN_ALL = process.env['RUN_ALL'] === '1'
