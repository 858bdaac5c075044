import '#tests/support/with-stripe.ts'
import '#server/payments/report-payment.test.ts'
