import * as v from 'valibot'

/** ISO 4217, without the codes that stand for no currency (XXX, XTS). */
const current = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF
CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT
MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS
VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG`

/** Withdrawn since 2010: revenue of the past may be in them. */
const withdrawn = 'ANG BGN BYR CUC EEK HRK LTL LVL MRO SLL STD VEF ZMK ZWL'

const currencies = new Set(`${current} ${withdrawn}`.trim().split(/\s+/))

/** Whether a code, in upper case, is a currency of ISO 4217. */
function isCurrency(code: string): boolean {
  return currencies.has(code)
}

const problem = 'must be a currency of ISO 4217, such as EUR'

/** A currency's code, in any case. Comes out in upper case. */
export const CurrencySchema = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{3}$/, problem),
  v.toUpperCase(),
  v.check(isCurrency, problem),
)
