/** After this time without product activity a contact is INACTIVE. */
export const inactiveAfterDays = 30
