/** Set by `npm run test:all`: walks and drills in full, of which `npm test` makes a selection. */
export const RUN_ALL = process.env['RUN_ALL'] === '1'
