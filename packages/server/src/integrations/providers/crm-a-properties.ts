/** Requested properties: others aren't returned. */
export const companyProperties = [
  'name',
  'domain',
  'website',
  'industry',
  'numberofemployees',
  'annualrevenue',
  'country',
  'city',
  'lifecyclestage',
  'hubspot_owner_id',
  'createdate',
  'hs_lastmodifieddate',
]

export const contactProperties = [
  'email',
  'firstname',
  'lastname',
  'jobtitle',
  'phone',
  'lifecyclestage',
  'hubspot_owner_id',
  'createdate',
  'lastmodifieddate',
]

export const dealProperties = [
  'dealname',
  'description',
  'amount',
  'deal_currency_code',
  'dealstage',
  'pipeline',
  'closedate',
  'createdate',
  'hs_lastmodifieddate',
  'hubspot_owner_id',
  'hs_deal_stage_probability',
  'dealtype',
  'hs_next_step',
  'closed_lost_reason',
  'closed_won_reason',
]
