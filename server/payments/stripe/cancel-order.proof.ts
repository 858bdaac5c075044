import '#tests/support/with-stripe.ts'
import '#server/orders/cancel-order.test.ts'
