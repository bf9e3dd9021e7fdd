package io.kexd.client;

import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.Raw;

/** The derivations without parameters. */
enum FixedDerivation implements Derivation {
  DHKEM {
    @Override
    public void applyTo(AgreeRequest.Builder request) {
      request.setDhkem(Dhkem.getDefaultInstance());
    }

    @Override
    public void applyTo(ExchangeRequest.Builder request) {
      request.setDhkem(Dhkem.getDefaultInstance());
    }
  },
  RAW {
    @Override
    public void applyTo(AgreeRequest.Builder request) {
      request.setRaw(Raw.getDefaultInstance());
    }

    @Override
    public void applyTo(ExchangeRequest.Builder request) {
      request.setRaw(Raw.getDefaultInstance());
    }
  }
}
